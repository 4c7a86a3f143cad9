// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** An H2 database of somebody else: it is asked whether it answers, and otherwise left alone. */
final class H2External implements SutService {
    private final SutContext<H2Parameters> context;
    private final H2Client client;
    private volatile boolean started;

    H2External(SutContext<H2Parameters> context) {
        this.context = context;
        H2Parameters given = context.parameters();
        this.client = new H2Client("SUT " + context.name(), given.url(), given.user(), given.password());
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        H2Parameters given = context.parameters();
        progress.report("asking H2 at " + client.place(), 0, 0, "");
        client.check();
        started = true;
        return new SutAddress(
                context.name(),
                H2ServiceType.NAME,
                Map.of("url", given.url(), "user", given.user(), "password", given.password()));
    }

    @Override
    public void stop() {
        started = false;
    }

    @Override
    public void clear() {
        // What an external database holds is not ours.
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        return client.settings();
    }

    @Override
    public List<Path> logs() {
        return List.of();
    }

    /** Asks the database each time it was started, so it takes a connection and up to 5 s. */
    @Override
    public SutStatus status() {
        if (!started) {
            return new SutStatus(SutStatus.State.STOPPED, "not in use", List.of());
        }
        try {
            client.check();
            return new SutStatus(SutStatus.State.RUNNING, "answers at " + client.place(), List.of());
        } catch (SutException e) {
            return new SutStatus(SutStatus.State.FAILED, String.valueOf(e.getMessage()), List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SutStatus(SutStatus.State.FAILED, "the check was interrupted", List.of());
        }
    }

    @Override
    public void close() {
        stop();
    }
}
