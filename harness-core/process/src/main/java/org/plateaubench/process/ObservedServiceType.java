// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.TelemetrySourceType;

/**
 * A kind of system that no workload uses and that is read only for telemetry. It defines the keys of such a system in a
 * run file and how the system is read. The harness does not connect to it when a run begins, so a slow or unreachable
 * system delays nothing; the agent that reads it records that it does not answer. Stateless; any thread.
 *
 * @param <P> its keys
 */
public abstract class ObservedServiceType<P extends Record> extends NamedServiceType<P> implements TelemetrySourceType {
    /**
     * Creates a kind of system with its name in run files, a one-sentence description for lists, and the record of its
     * keys.
     */
    protected ObservedServiceType(String name, String description, Class<P> parametersType) {
        super(name, description, parametersType);
    }

    /** The problems of the keys, apart from the mode. */
    protected abstract List<Finding> check(P parameters);

    /** The properties that the agent needs to read the system, by name; they may include secrets. */
    protected abstract Map<String, String> properties(P parameters);

    /** The facts about the system for the environment record of a run, by name; they must not include secrets. */
    protected Map<String, String> configuration(P parameters) {
        return Map.of("observed", "only");
    }

    @Override
    public final String service() {
        return name();
    }

    @Override
    public final List<Finding> check(SutContext.Mode mode, P parameters) {
        List<Finding> findings = ModeKeys.externalOnly(mode, "system that it only observes");
        findings.addAll(check(parameters));
        return findings;
    }

    @Override
    public final SutService create(SutContext<P> context) {
        P parameters = context.parameters();
        return new ObservedService(
                new SutAddress(context.name(), name(), properties(parameters)), configuration(parameters));
    }

    /** The service of a system to which the harness does not connect. Thread-safe. */
    private static final class ObservedService implements SutService {
        private final SutAddress address;
        private final Map<String, String> configuration;
        private volatile boolean started;

        ObservedService(SutAddress address, Map<String, String> configuration) {
            this.address = address;
            this.configuration = Map.copyOf(configuration);
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
            return configuration;
        }

        @Override
        public List<Path> logs() {
            return List.of();
        }

        @Override
        public SutStatus status() {
            return started
                    ? new SutStatus(
                            SutStatus.State.RUNNING, "it is only observed, and is not queried for this", List.of())
                    : new SutStatus(SutStatus.State.STOPPED, "it is not in use", List.of());
        }

        @Override
        public void close() {
            stop();
        }
    }
}
