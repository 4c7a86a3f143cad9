// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** A user that sends a byte to an {@link EchoServer} and waits for it. */
class EchoLine implements Driver {
    private final EchoServer server;
    private volatile @Nullable Socket socket;

    EchoLine(EchoServer server) {
        this.server = server;
    }

    @Override
    public void connect() throws IOException {
        abort();
        Socket made = new Socket();
        socket = made;
        made.connect((InetSocketAddress) server.address());
    }

    @Override
    public Outcome execute(OperationCall call) {
        return exchange();
    }

    final Outcome exchange() {
        Socket open = socket;
        if (open == null) {
            return Outcome.connectionLost("not-connected", "");
        }
        try {
            open.getOutputStream().write(1);
            int read = open.getInputStream().read();
            return read < 0 ? Outcome.connectionLost("closed", "by the server") : outcomeOf(read);
        } catch (IOException e) {
            return Outcome.connectionLost("socket", String.valueOf(e.getMessage()));
        }
    }

    Outcome outcomeOf(int read) {
        return read == 1 ? Outcome.ok() : Outcome.error("wrong-answer", "another byte");
    }

    @Override
    public final void abort() {
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new IllegalStateException("a socket does not close", e);
            }
        }
    }

    @Override
    public final void close() {
        abort();
    }
}
