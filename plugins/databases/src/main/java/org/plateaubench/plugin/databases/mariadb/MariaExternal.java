// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** A MariaDB or MySQL database of somebody else: it is asked whether it answers, and otherwise left alone. */
final class MariaExternal implements SutService {
    private final SutContext<MariaParameters> context;
    private final MariaClient client;
    private volatile boolean started;

    MariaExternal(SutContext<MariaParameters> context) {
        this.context = context;
        MariaParameters given = context.parameters();
        this.client = new MariaClient("SUT " + context.name(), given.driverUrl(), given.user(), given.password());
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        MariaParameters given = context.parameters();
        progress.report("asking MariaDB at " + client.place(), 0, 0, "");
        client.check();
        started = true;
        return new SutAddress(
                context.name(),
                MariaServiceType.NAME,
                Map.of("url", given.driverUrl(), "user", given.user(), "password", given.password()));
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
