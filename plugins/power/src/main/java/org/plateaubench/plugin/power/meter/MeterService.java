// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.meter;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/**
 * A meter as a SUT. It is not asked when a run begins, so that one that is slow or dead holds nothing up: its telemetry asks, and a
 * reading that is missing is found by the judge. Immutable; any thread.
 */
public final class MeterService implements SutService {
    private final SutAddress address;
    private final Map<String, String> configuration;

    /**
     * A meter.
     *
     * @param address how its telemetry reaches it
     * @param configuration what the environment of a run says of it, without secrets
     */
    public MeterService(SutAddress address, Map<String, String> configuration) {
        this.address = address;
        this.configuration = Map.copyOf(configuration);
    }

    @Override
    public SutAddress start(Progress progress) {
        return address;
    }

    @Override
    public void stop() {}

    @Override
    public void clear() {}

    @Override
    public Map<String, String> configuration() {
        return configuration;
    }

    @Override
    public List<Path> logs() {
        return List.of();
    }

    @Override
    public SutStatus status() {
        return new SutStatus(
                SutStatus.State.RUNNING,
                "the meter is asked by telemetry alone; validate --connect reads it",
                List.of());
    }

    @Override
    public void close() {}
}
