// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;

/**
 * The settings that the harness passes to a SUT service. Immutable.
 *
 * @param name name of the SUT in the run file
 * @param mode whether the harness starts it
 * @param parameters parameters of the run file, which have been checked
 * @param folder absolute path of the existing folder for data and logs of an embedded service, which uses it alone. It is
 *     empty before the first start, and later has the same content as when the SUT was stopped
 * @param uses addresses, by name, of the SUTs that the parameters name ({@link org.plateaubench.api.Parameter#sut}),
 *     which run before this service is created for a start, and until it has been stopped
 * @param <P> parameters
 */
public record SutContext<P extends Record>(
        String name, Mode mode, P parameters, Path folder, Map<String, SutAddress> uses) {
    public SutContext {
        uses = Collections.unmodifiableMap(new TreeMap<>(uses));
    }

    /** The context of a SUT that does not use another SUT. */
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

    /** The mode of a SUT: whether the harness starts it. */
    public enum Mode {
        /** A SUT that the harness starts, on loopback, in a separate process. */
        EMBEDDED,
        /** A SUT that the harness does not start. */
        EXTERNAL
    }
}
