// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformConnection;

/** How a libvirt daemon is reached, as it travels to agents. Immutable; any thread. */
public final class LibvirtAddress implements PlatformAddress {
    /** Name of the service in run files. */
    public static final String SERVICE = "libvirt";

    /** A driver of the daemon's own host: with a transport or a host the daemon would start programs, or go on to another daemon. */
    private static final Pattern DRIVER = Pattern.compile("[a-z]+:///[a-z]*");

    private final SutAddress sut;

    /** The place of an address that {@link #of} has made. */
    public LibvirtAddress(SutAddress sut) {
        this.sut = sut;
    }

    static SutAddress of(String name, LibvirtParameters parameters) {
        return new SutAddress(name, SERVICE, Map.of("socket", parameters.socket(), "driver", parameters.driver()));
    }

    /** Whether a text names a driver of the daemon's own host. */
    static boolean isDriver(String text) {
        return DRIVER.matcher(text).matches();
    }

    @Override
    public String place() {
        return sut.property("driver") + " at " + sut.property("socket");
    }

    @Override
    public PlatformConnection connection() {
        return new Connection(Path.of(sut.property("socket")), sut.property("driver"));
    }

    LibvirtSession signIn(Duration limit) throws IOException, InterruptedException {
        return LibvirtSession.open(RpcChannel.open(Path.of(sut.property("socket"))), sut.property("driver"), limit);
    }

    /** A connection with the socket of its session. */
    private static final class Connection implements PlatformConnection {
        private final Path socket;
        private final String driver;
        private boolean ended;
        private @Nullable RpcChannel channel;

        Connection(Path socket, String driver) {
            this.socket = socket;
            this.driver = driver;
        }

        @Override
        public LibvirtSession signIn(Duration limit) throws IOException, InterruptedException {
            return LibvirtSession.open(opened(), driver, limit);
        }

        private synchronized RpcChannel opened() throws IOException {
            if (ended) {
                throw new IOException("The connection was ended.");
            }
            RpcChannel opened = RpcChannel.open(socket);
            channel = opened;
            return opened;
        }

        @Override
        public synchronized void abort() {
            ended = true;
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
