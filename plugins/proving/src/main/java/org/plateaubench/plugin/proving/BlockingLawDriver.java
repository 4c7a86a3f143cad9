// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** Asks a question and waits for its answer. */
final class BlockingLawDriver implements Driver {
    private final InetSocketAddress server;
    private final long workloadKey;
    private final LawExchange questions;
    private final ByteBuffer out = ByteBuffer.allocate(Frames.REQUEST_BYTES);
    private final ByteBuffer in = ByteBuffer.allocate(Frames.REPLY_BYTES);
    private volatile @Nullable Socket socket;

    BlockingLawDriver(InetSocketAddress server, long workloadKey, LawExchange questions) {
        this.server = server;
        this.workloadKey = workloadKey;
        this.questions = questions;
    }

    @Override
    public void connect() throws IOException {
        abort();
        Socket opened = new Socket();
        socket = opened;
        opened.setTcpNoDelay(true);
        opened.connect(server);
        out.clear();
        LawExchange.greet(out, workloadKey);
        exchange(opened);
    }

    private void exchange(Socket open) throws IOException {
        open.getOutputStream().write(out.array());
        InputStream stream = open.getInputStream();
        if (stream.readNBytes(in.array(), 0, Frames.REPLY_BYTES) < Frames.REPLY_BYTES) {
            throw new IOException("the server has closed the connection");
        }
        in.clear();
    }

    @Override
    public Outcome execute(OperationCall call) {
        Socket open = socket;
        if (open == null) {
            return Outcome.connectionLost("not-connected", "there is no connection");
        }
        out.clear();
        long word = questions.ask(out, call);
        try {
            exchange(open);
        } catch (IOException e) {
            return Outcome.connectionLost("connection-lost", String.valueOf(e.getMessage()));
        }
        return in.getLong() == word
                ? questions.judge(word, in)
                : Outcome.connectionLost("wrong-answer", "the answer is to another question");
    }

    @Override
    public void abort() {
        Socket open = socket;
        socket = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // There is nothing left to close.
            }
        }
    }

    @Override
    public void close() {
        abort();
    }
}
