// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutException;

/** An external site: it is checked for an answer, and otherwise left unchanged. */
final class OlioExternal extends ExternalService {
    private final String url;
    private final SutAddress address;

    OlioExternal(String sut, OlioSutParameters given) {
        this(sut, given.url().replaceFirst("/+$", ""), given.harnessToken());
    }

    private OlioExternal(String sut, String url, String harnessToken) {
        super("the site at " + url);
        this.url = url;
        Map<String, String> properties = new TreeMap<>();
        properties.put(SutProperties.URL, url);
        if (!harnessToken.isEmpty()) {
            properties.put(SutProperties.TOKEN, harnessToken);
        }
        this.address = new SutAddress(sut, OlioSutParameters.SERVICE, properties);
    }

    /**
     * Checks the site. A reference application may have no data yet, and then no page: it is checked through the
     * interface for the harness.
     */
    @Override
    protected SutAddress connect() throws SutException {
        Optional<HarnessClient> client = HarnessClient.of(address);
        if (client.isPresent()) {
            client.get().state();
        } else {
            SiteProbe.server(url);
        }
        return address;
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        Optional<HarnessClient> client = HarnessClient.of(address);
        if (client.isPresent()) {
            return client.get().settings();
        }
        String server = SiteProbe.server(url);
        return server.isEmpty() ? Map.of() : Map.of("server", server);
    }
}
