// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ExternalService;
import org.plateaubench.process.HostPort;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** An external server. */
final class ExternalLaw extends ExternalService {
    private final String sut;
    private final String address;

    ExternalLaw(SutContext<KnownLawParameters> context) {
        super("the server of a known law at " + context.parameters().address());
        this.sut = context.name();
        this.address = context.parameters().address();
    }

    @Override
    protected SutAddress connect() throws SutException {
        description();
        Map<String, String> properties = LawClient.properties(place().getHostString(), place().getPort());
        return new SutAddress(sut, KnownLawParameters.SERVICE, properties);
    }

    private InetSocketAddress place() {
        HostPort place = HostPort.of(address).orElseThrow();
        return new InetSocketAddress(place.host(), place.port());
    }

    private String description() throws SutException {
        try (LawClient client = LawClient.connect(place())) {
            return client.description();
        } catch (IOException e) {
            throw new SutException(
                    "no server of a known law answers at " + address + " (" + e.getMessage()
                            + "); start it there as docs/plugins/proving.md describes, or correct the address.",
                    e);
        }
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        return Map.of("law", description());
    }
}
