// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import org.plateaubench.spi.SpiVersion;

/** A message of controller and agent: plain data that {@link MessageCodec} can carry between processes. Immutable. */
public interface Message {
    /** Version of the messages and of their parts at a broker; both sides must have the same. */
    int PROTOCOL_VERSION = 1;

    String NO_HOST_NAME = "localhost";

    /** Version of the plugin interface; both sides must have the same. */
    int SPI_VERSION = SpiVersion.CURRENT.major();
}
