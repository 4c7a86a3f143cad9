// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.spi.SutContext;

public record SutSpec(
        String name,
        @Nullable String service,
        SutContext.@Nullable Mode mode,
        Map<String, @Nullable Object> parameters) {
    static SutSpec of(String name, MappingValues given, Section section) {
        section.checkReferences();
        return new SutSpec(name, given.get(RunFileKeys.SERVICE), given.get(RunFileKeys.MODE), section.rest());
    }
}
