# The commitments to cards. Above: bindings.

cpdef bytes card_leaf(bytes sid, unsigned char seat, unsigned int epoch, unsigned char slot,
                      bytes salt, unsigned short card)
