// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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

    /** A connection, which has the process of its session. */
    private static final class Connection implements PlatformConnection {
        private final SutAddress sut;
        private boolean ended;
        private @Nullable Virsh virsh;

        Connection(SutAddress sut) {
            this.sut = sut;
        }

        @Override
        public LibvirtSession signIn(Duration limit) throws IOException, InterruptedException {
            LibvirtSession session = LibvirtSession.open(started(), limit);
            String seen = sut.properties().getOrDefault(HOST, session.instance());
            if (!session.instance().equals(seen)) {
                session.close();
                throw new IOException("The daemon at " + sut.property("socket") + " is that of the host '"
                        + session.instance() + "', and the controller has reached that of '" + seen
                        + "': controller and agents need a socket of the same daemon.");
            }
            return session;
        }

        private synchronized Virsh started() throws IOException {
            if (ended) {
                throw new IOException("The connection was ended.");
            }
            Virsh started = Virsh.connect(uri());
            virsh = started;
            return started;
        }

        private String uri() throws IOException {
            String driver = sut.property("driver");
            if (!LibvirtParameters.isDriver(driver)) {
                throw new IOException("'" + driver + "' is not a driver of the daemon's own host.");
            }
            String socket = URLEncoder.encode(sut.property("socket"), StandardCharsets.UTF_8)
                    .replace("+", "%20");
            return driver.replaceFirst(":", "+unix:") + "?socket=" + socket;
        }

        @Override
        public synchronized void abort() {
            ended = true;
            if (virsh != null) {
                virsh.close();
            }
        }

        @Override
        public void close() {
            abort();
        }
    }
}
