// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** An external server. */
final class ExternalLaw implements SutService {
    private final String sut;
    private final String address;
    private volatile boolean started;

    ExternalLaw(SutContext<KnownLawParameters> context) {
        this.sut = context.name();
        this.address = context.parameters().address();
    }

    @Override
    public SutAddress start(Progress progress) throws SutException {
        description();
        started = true;
        Map<String, String> properties = LawClient.properties(place().getHostString(), place().getPort());
        return new SutAddress(sut, KnownLawParameters.SERVICE, properties);
    }

    private InetSocketAddress place() {
        int colon = address.lastIndexOf(':');
        return new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    private String description() throws SutException {
        try (LawClient client = LawClient.connect(place())) {
            return client.description();
        } catch (IOException e) {
            throw new SutException(
                    "no server of a known law answers at " + address + " (" + e.getMessage()
                            + "); start it there as docs/plugins/proving.md says, or correct the address.",
                    e);
        }
    }

    @Override
    public void stop() {
        started = false;
    }

    @Override
    public void clear() {
        // It stores nothing.
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        return Map.of("law", description());
    }

    @Override
    public List<Path> logs() {
        return List.of();
    }

    @Override
    public SutStatus status() {
        if (!started) {
            return new SutStatus(SutStatus.State.STOPPED, "not in use", List.of());
        }
        try {
            return new SutStatus(SutStatus.State.RUNNING, "answers at " + address + ": " + description(), List.of());
        } catch (SutException e) {
            return new SutStatus(SutStatus.State.FAILED, String.valueOf(e.getMessage()), List.of());
        }
    }

    @Override
    public void close() {
        stop();
    }
}
