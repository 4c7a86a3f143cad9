// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vcenter;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.address.ServiceAddress;
import org.plateaubench.http.tls.PinnedCertificate;
import org.plateaubench.plugin.vsphere.vim.MachinePlatform;
import org.plateaubench.plugin.vsphere.vim.PlatformAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformConnection;

/** The address of a vCenter Server, as it is sent to agents. Immutable; any thread. */
public final class VcenterAddress implements PlatformAddress {
    /** Name of the service in run files. */
    public static final String SERVICE = "vcenter";

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    /** Separates names; names of objects and counters do not contain line breaks. */
    private static final String SEPARATOR = "\n";

    private final SutAddress sut;

    /** Creates the address from the form that {@link #of} returns. */
    public VcenterAddress(SutAddress sut) {
        this.sut = sut;
    }

    static SutAddress of(String name, VcenterParameters parameters) {
        return new SutAddress(
                name,
                SERVICE,
                Map.of(
                        "url", parameters.url(),
                        "user", parameters.user(),
                        "password", parameters.password(),
                        "fingerprint", parameters.fingerprint(),
                        "machines", String.join(SEPARATOR, parameters.machines()),
                        "counters", String.join(SEPARATOR, parameters.counters())));
    }

    /** Returns the address of the API for the given text; empty if it is not an HTTPS address. */
    static Optional<URI> api(String url) {
        return ServiceAddress.of(url, "/sdk");
    }

    @Override
    public String place() {
        return sut.property("url");
    }

    /** Names of machines for telemetry, where * matches any characters. */
    public List<String> machines() {
        return list("machines");
    }

    /** Names of counters for telemetry; empty for the usual ones. */
    public List<String> counters() {
        return list("counters");
    }

    private List<String> list(String key) {
        String joined = sut.properties().getOrDefault(key, "");
        return joined.isEmpty() ? List.of() : List.of(joined.split(SEPARATOR, -1));
    }

    @Override
    public PlatformConnection connection() {
        HttpClient client = client();
        return new PlatformConnection() {
            @Override
            public MachinePlatform signIn(Duration limit) throws IOException, InterruptedException {
                return VcenterAddress.this.signIn(client, limit);
            }

            @Override
            public void abort() {
                client.shutdownNow();
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    /** Creates a client for sessions with this server. The caller closes it when they have ended. */
    public HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_LIMIT)
                .sslContext(PinnedCertificate.context(sut.properties().getOrDefault("fingerprint", "")))
                .build();
    }

    /**
     * Signs in.
     *
     * @param limit longest wait for the answer to any call
     */
    public VcenterSession signIn(HttpClient client, Duration limit) throws IOException, InterruptedException {
        URI api = api(place()).orElseThrow(() -> new IOException(place() + " is not an address of a vCenter Server."));
        return VcenterSession.signIn(
                new SoapConnection(client, api), sut.property("user"), sut.property("password"), limit);
    }
}
