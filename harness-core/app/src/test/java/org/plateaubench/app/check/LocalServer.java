// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.app.check.sample.KvServer;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.SutStatus;

/** An installed plugin whose server is in this process, so that it starts at once and cannot be stopped. */
final class LocalServer implements Plugin {
    static final String NAME = "local-kv";

    @Override
    public String id() {
        return NAME;
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new Type());
    }

    /** No parameters. */
    record None() {}

    private record Type() implements SutServiceType<None> {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "Holds numbers.";
        }

        @Override
        public Class<None> parametersType() {
            return None.class;
        }

        @Override
        public SutService create(SutContext<None> context) {
            return new Service();
        }
    }

    private static final class Service implements SutService {
        private @Nullable KvServer server;

        @Override
        public SutAddress start(Progress progress) throws SutException {
            try {
                KvServer started = new KvServer(0);
                server = started;
                return new SutAddress("checked", NAME, Map.of("port", Integer.toString(started.port())));
            } catch (IOException e) {
                throw new SutException("no server: " + e, e);
            }
        }

        @Override
        public void stop() throws SutException {
            try {
                if (server != null) {
                    server.close();
                }
            } catch (IOException e) {
                throw new SutException("not closed: " + e, e);
            }
        }

        @Override
        public void clear() {}

        @Override
        public Map<String, String> configuration() {
            return Map.of();
        }

        @Override
        public List<Path> logs() {
            return List.of();
        }

        @Override
        public SutStatus status() {
            return new SutStatus(SutStatus.State.RUNNING, "", List.of());
        }

        @Override
        public void close() throws SutException {
            stop();
        }
    }
}
