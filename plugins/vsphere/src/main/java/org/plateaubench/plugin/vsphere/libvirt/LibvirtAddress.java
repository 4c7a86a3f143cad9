// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformConnection;

/** The address of a libvirt daemon, as it is sent to agents. Immutable; any thread. */
public final class LibvirtAddress implements PlatformAddress {
    /** Name of the service in run files. */
    public static final String SERVICE = "libvirt";

    /** Property with the name of the daemon's host; absent until the controller has connected. */
    private static final String HOST = "host";

    private static final long RETRY_MILLIS = 10;

    private final SutAddress sut;

    /** Creates the address from the form that {@link #of} returns. */
    public LibvirtAddress(SutAddress sut) {
        this.sut = sut;
    }

    static SutAddress of(String name, LibvirtParameters parameters) {
        return new SutAddress(name, SERVICE, Map.of("socket", parameters.socket(), "driver", parameters.driver()));
    }

    /** Returns the address with the host of the daemon to which the controller has connected. */
    static SutAddress seen(SutAddress address, String host) {
        Map<String, String> properties = new HashMap<>(address.properties());
        properties.put(HOST, host);
        return new SutAddress(address.name(), address.service(), properties);
    }

    @Override
    public String place() {
        return sut.property("driver") + " at " + sut.property("socket");
    }

    @Override
    public PlatformConnection connection() {
        return new Connection(sut);
    }

    LibvirtSession signIn(Duration limit) throws IOException, InterruptedException {
        return new Connection(sut).signIn(limit);
    }

    /** A connection, which has the socket of its session. */
    private static final class Connection implements PlatformConnection {
        private final SutAddress sut;
        private boolean ended;
        private @Nullable RpcChannel channel;

        Connection(SutAddress sut) {
            this.sut = sut;
        }

        @Override
        public LibvirtSession signIn(Duration limit) throws IOException, InterruptedException {
            LibvirtSession session = LibvirtSession.open(opened(limit), sut.property("driver"), limit);
            String seen = sut.properties().getOrDefault(HOST, session.instance());
            if (!session.instance().equals(seen)) {
                session.close();
                throw new IOException("The daemon at " + sut.property("socket") + " is that of the host '"
                        + session.instance() + "', and the controller has reached that of '" + seen
                        + "': controller and agents need a socket of the same daemon.");
            }
            return session;
        }

        /** Connects as soon as the daemon accepts another client. The monitor is held only during an attempt. */
        private synchronized RpcChannel opened(Duration limit) throws IOException, InterruptedException {
            Path socket = Path.of(sut.property("socket"));
            long deadline = System.nanoTime() + limit.toNanos();
            while (!ended) {
                Optional<RpcChannel> opened = RpcChannel.open(socket);
                if (opened.isPresent()) {
                    channel = opened.get();
                    return opened.get();
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException("The libvirt daemon at " + socket + " has taken no connection within "
                            + limit.toSeconds() + " s.");
                }
                wait(RETRY_MILLIS);
            }
            throw new IOException("The connection was ended.");
        }

        @Override
        public synchronized void abort() {
            ended = true;
            notifyAll();
            if (channel != null) {
                channel.close();
            }
        }

        @Override
        public void close() {
            abort();
        }
    }
}
