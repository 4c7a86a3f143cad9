// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** A user that adds to the number. */
final class KvDriver implements Driver {
    private static final List<byte[]> KEPT = new ArrayList<>();
    private static final List<Closeable> OPENED = new ArrayList<>();
    private static final int MAX_OPENED = 300;
    /** Outcome of each user's first operation, although it succeeds: it counts neither as lost nor as doubled. */
    private static final Outcome UNSURE = Outcome.error("unsure", "");

    private final Flaw flaw;
    private final SutAddress sut;
    private final UserContext.Counter added;
    private volatile @Nullable KvClient client;
    private boolean wasUnsure;

    KvDriver(Flaw flaw, SutAddress sut, UserContext user) {
        this.flaw = flaw;
        this.sut = sut;
        this.added = user.counter("added");
    }

    @Override
    public void connect() throws IOException {
        close();
        client = new KvClient(sut);
    }

    @Override
    @SuppressWarnings({"NullAway", "SystemOut", "SystemExitOutsideMain"})
    public Outcome execute(OperationCall call) throws IOException {
        switch (flaw) {
            case THROWS_IN_EXECUTE -> throw new IllegalStateException("no idea");
            case NULL_OUTCOME -> {
                return null;
            }
            case ENDLESS_LOOP -> flaw.runForever();
            case PRINTS -> System.out.println("here I am");
            case SOCKET_LEAK -> leakSocket();
            case HEAP_LEAK -> keep(new byte[4096]);
            default -> {}
        }
        return added();
    }

    private Outcome added() throws IOException {
        KvClient open = client;
        if (open == null) {
            return Outcome.connectionLost("not-connected", "");
        }
        open.send("ADD " + Library.key());
        if (flaw == Flaw.EARLY_END) {
            added.add(1);
            return Outcome.ok();
        }
        open.reply();
        if (!wasUnsure) {
            wasUnsure = true;
            return UNSURE;
        }
        added.add(1);
        return Outcome.ok();
    }

    private void leakSocket() throws IOException {
        synchronized (OPENED) {
            if (OPENED.size() < MAX_OPENED) {
                OPENED.add(new Socket(InetAddress.getLoopbackAddress(), KvClient.port(sut)));
            }
        }
    }

    private static void keep(byte[] bytes) {
        synchronized (KEPT) {
            KEPT.add(bytes);
        }
    }

    @Override
    public void abort() {
        if (flaw != Flaw.NO_ABORT) {
            try {
                close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        KvClient open = client;
        if (open != null) {
            open.close();
        }
    }
}
