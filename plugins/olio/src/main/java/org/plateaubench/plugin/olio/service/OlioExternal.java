// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** An external site: it is checked for an answer, and otherwise left unchanged. */
final class OlioExternal implements SutService {
    private final String url;
    private final SutAddress address;
    private volatile boolean started;

    OlioExternal(String sut, OlioSutParameters given) {
        this.url = given.url().replaceFirst("/+$", "");
        Map<String, String> properties = new TreeMap<>();
        properties.put(SutProperties.URL, url);
        if (!given.harnessToken().isEmpty()) {
            properties.put(SutProperties.TOKEN, given.harnessToken());
        }
        this.address = new SutAddress(sut, OlioSutParameters.SERVICE, properties);
    }

    @Override
    public SutAddress start(Progress progress) throws SutException {
        progress.report("asking the site at " + url, 0, 0, "");
        ask();
        started = true;
        return address;
    }

    /**
     * Checks the site. A reference application may have no data yet, and then no page: it is checked through the
     * interface for the harness.
     */
    private void ask() throws SutException {
        Optional<HarnessClient> client = HarnessClient.of(address);
        if (client.isPresent()) {
            client.get().state();
        } else {
            SiteProbe.server(url);
        }
    }

    @Override
    public void stop() {
        started = false;
    }

    @Override
    public void clear() {
        // The harness does not own what an external site holds.
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

    @Override
    public List<Path> logs() {
        return List.of();
    }

    @Override
    public SutStatus status() {
        if (!started) {
            return new SutStatus(SutStatus.State.STOPPED, "the site at " + url + " was not asked yet", List.of());
        }
        try {
            ask();
            return new SutStatus(SutStatus.State.RUNNING, "the site at " + url + " answers", List.of());
        } catch (SutException e) {
            return new SutStatus(SutStatus.State.FAILED, String.valueOf(e.getMessage()), List.of());
        }
    }

    @Override
    public void close() {
        stop();
    }
}
