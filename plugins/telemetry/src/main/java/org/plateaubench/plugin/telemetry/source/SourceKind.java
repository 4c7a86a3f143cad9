// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/**
 * A kind of source: the keys by which a run file names one, and how it is read. Stateless; any thread.
 *
 * @param <P> its keys
 */
public abstract class SourceKind<P extends Record> implements SutServiceType<P> {
    /** Whether a value is a reference that is not resolved yet, so that nothing can be said of it. */
    protected static boolean isReference(String text) {
        return text.contains("${");
    }

    /** What the agent that reads the source must know, by name. */
    protected abstract Map<String, String> properties(P parameters);

    /** What is wrong with the keys, apart from the mode. */
    protected abstract List<Finding> check(P parameters);

    /** Opens a source; does not wait for it to answer. */
    protected abstract TelemetrySource open(SutAddress address);

    @Override
    public final List<Finding> check(SutContext.Mode mode, P parameters) {
        List<Finding> findings = new ArrayList<>(check(parameters));
        if (mode == SutContext.Mode.EMBEDDED) {
            findings.add(Finding.problem("The harness starts no source of telemetry.", "Set 'mode: external'.")
                    .about("mode"));
        }
        return findings;
    }

    @Override
    public final SutService create(SutContext<P> context) {
        return new ObservedSystem(new SutAddress(context.name(), name(), properties(context.parameters())));
    }

    /** The source of this kind, for a plugin's list. */
    public final TelemetrySourceType telemetry() {
        SourceKind<P> kind = this;
        return new TelemetrySourceType() {
            @Override
            public String service() {
                return kind.name();
            }

            @Override
            public TelemetrySource open(SutAddress sut) {
                return kind.open(sut);
            }
        };
    }
}
