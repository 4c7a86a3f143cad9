// SPDX-License-Identifier: Apache-2.0
package com.example.hostile;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.SutStatus;

/** A system under test that does nothing but its misdeed. */
record HostileService(String name, String misdeed) implements SutService {

    static final class Type implements SutServiceType<HostilePlugin.Parameters> {
        @Override
        public String name() {
            return "hostiledb";
        }

        @Override
        public String description() {
            return "Does what it must not.";
        }

        @Override
        public Class<HostilePlugin.Parameters> parametersType() {
            return HostilePlugin.Parameters.class;
        }

        @Override
        public SutService create(SutContext<HostilePlugin.Parameters> context) {
            return new HostileService(context.name(), context.parameters().misdeed());
        }
    }

    @Override
    public SutAddress start(Progress progress) {
        return new SutAddress(name, "hostiledb", Map.of("misdeed", misdeed));
    }

    @Override
    public void stop() {
        if (misdeed.equals("stop-block")) {
            Misdeeds.blockForEver();
        }
    }

    @Override
    public void clear() {}

    @Override
    public Map<String, String> configuration() {
        return misdeed.equals("configuration-null") ? null : Map.of("misdeed", misdeed);
    }

    @Override
    public List<Path> logs() {
        return List.of();
    }

    @Override
    public SutStatus status() {
        return new SutStatus(SutStatus.State.RUNNING, "fine", List.of());
    }

    @Override
    public void close() {}
}
