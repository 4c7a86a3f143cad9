// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.spi.SutContext;

/**
 * A SUT as it is described in the run file.
 *
 * @param name name in the run file
 * @param service its service, null when there is a problem with it
 * @param mode whether the harness starts it, null when there is a problem with it
 * @param parameters values of the other keys: text, null, list or mapping; not checked yet
 */
public record SutSpec(
        String name,
        @Nullable String service,
        SutContext.@Nullable Mode mode,
        Map<String, @Nullable Object> parameters) {
    public SutSpec {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    static SutSpec of(String name, MappingValues given, Section section) {
        section.checkReferences();
        return new SutSpec(name, given.get(RunFileKeys.SERVICE), given.get(RunFileKeys.MODE), section.rest());
    }
}
