// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;

/**
 * What the harness passes to a SUT service. Immutable.
 *
 * @param name name of the SUT in the run file
 * @param mode whether the harness starts it
 * @param parameters parameters, bound and checked
 * @param folder for data and logs of an embedded service, an absolute path; it exists and belongs to the service alone.
 *     Empty before the first start; for a SUT that a person starts again or clears, its content is that of the time
 *     when the SUT was stopped
 * @param uses addresses of the SUTs that its parameters name ({@link org.plateaubench.api.Parameter#sut}), by name;
 *     they run from before this service is created for a start until it has been stopped
 * @param <P> parameters
 */
public record SutContext<P extends Record>(
        String name, Mode mode, P parameters, Path folder, Map<String, SutAddress> uses) {
    public SutContext {
        uses = Collections.unmodifiableMap(new TreeMap<>(uses));
    }

    /** A SUT that uses no other. */
    public SutContext(String name, Mode mode, P parameters, Path folder) {
        this(name, mode, parameters, folder, Map.of());
    }

    /**
     * The address of a SUT that a parameter names.
     *
     * @throws IllegalArgumentException when no parameter names it
     */
    public SutAddress use(String sut) {
        SutAddress address = uses.get(sut);
        if (address == null) {
            throw new IllegalArgumentException("SUT " + name + " uses no SUT " + sut);
        }
        return address;
    }

    /** Whether the harness starts a SUT. */
    public enum Mode {
        /** A SUT that the harness starts, on loopback, in a separate process. */
        EMBEDDED,
        /** A SUT that the harness does not start. */
        EXTERNAL
    }
}
