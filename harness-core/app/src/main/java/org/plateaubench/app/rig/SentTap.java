// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/**
 * An agent's end of a connection that passes on a copy of each sent message.
 *
 * @param controller the connection
 * @param noted receives each message on the sending thread
 */
record SentTap(Transport<ToController, ToAgent> controller, Consumer<ToController> noted)
        implements Transport<ToController, ToAgent> {
    @Override
    public boolean send(ToController message) throws PeerLostException {
        boolean isSent = controller.send(message);
        if (isSent) {
            noted.accept(message);
        }
        return isSent;
    }

    @Override
    public @Nullable ToAgent receive(long timeoutNanos) throws PeerLostException, InterruptedException {
        return controller.receive(timeoutNanos);
    }

    @Override
    public void close() {
        controller.close();
    }
}
