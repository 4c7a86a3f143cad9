// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.source;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/**
 * A system that is only observed. It is not reached when a run begins: a run does not depend on it, and the agent that reads it
 * notes when it does not answer.
 */
final class ObservedSystem implements SutService {
    private final SutAddress address;
    private volatile boolean started;

    ObservedSystem(SutAddress address) {
        this.address = address;
    }

    @Override
    public SutAddress start(Progress progress) {
        started = true;
        return address;
    }

    @Override
    public void stop() {
        started = false;
    }

    @Override
    public void clear() {}

    @Override
    public Map<String, String> configuration() {
        return Map.of("observed", "only");
    }

    @Override
    public List<Path> logs() {
        return List.of();
    }

    @Override
    public SutStatus status() {
        return started
                ? new SutStatus(SutStatus.State.RUNNING, "it is only observed, and is not queried for this", List.of())
                : new SutStatus(SutStatus.State.STOPPED, "it is not in use", List.of());
    }

    @Override
    public void close() {
        stop();
    }
}
