// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** A database that the harness does not run: it is checked for an answer, and otherwise left unchanged. */
public final class ExternalDatabase implements SutService {
    private final SutAddress address;
    private final DatabaseClient client;
    private volatile boolean started;

    /** Creates the service for a SUT by its name; the url is one that the driver accepts. */
    public ExternalDatabase(Product product, String sut, String url, String user, String password) {
        this.client = new DatabaseClient(product, sut, url, user, password);
        this.address = new SutAddress(sut, product.service(), client.properties());
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        progress.report("asking the database at " + client.place(), 0, 0, "");
        client.check();
        started = true;
        return address;
    }

    @Override
    public void stop() {
        started = false;
    }

    @Override
    public void clear() {
        // The harness does not own what an external database holds.
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        return client.settings();
    }

    @Override
    public List<Path> logs() {
        return List.of();
    }

    /** Queries the database, if the service was started, which takes a connection and up to 5 s. */
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
