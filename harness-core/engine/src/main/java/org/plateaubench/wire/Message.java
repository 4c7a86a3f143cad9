// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import org.plateaubench.spi.SpiVersion;

/**
 * A message between controller and agent. Records of plain data: nothing in them is tied to one process, so that
 * {@link MessageCodec} can carry them. Immutable.
 */
public interface Message {
    /** Version of the messages and of their parts at a broker; both sides must have the same. */
    int PROTOCOL_VERSION = 1;

    String NO_HOST_NAME = "localhost";

    /** Version of the plugin interface; both sides must have the same. */
    int SPI_VERSION = SpiVersion.CURRENT.major();
}
