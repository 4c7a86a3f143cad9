// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.ShownText;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

public record ServiceDescription(
        String plugin, String name, String description, boolean embeddable, List<ParameterDescription> parameters) {
    private static final String MODE = "mode";

    /** A text that is also a number. */
    private static final String ANY = "1";

    static ServiceDescription of(String plugin, SutServiceType<?> type) {
        return new ServiceDescription(
                plugin,
                type.name(),
                ShownText.of(type.description()),
                isEmbeddable(type),
                ParameterDescription.of(type.parametersType()));
    }

    /** Whether the harness can never start a kind of service, because it refuses the mode for any parameters. */
    static <P extends Record> boolean isAlwaysExternal(SutServiceType<P> type) {
        Map<String, Object> given = new HashMap<>();
        for (ParameterDescriptor parameter : ParameterDescriptor.of(type.parametersType())) {
            if (parameter.isRequired()) {
                given.put(parameter.name(), anyValue(parameter));
            }
        }
        P parameters = ParameterBinder.bind(type.parametersType(), given).value();
        return parameters != null
                && type.check(SutContext.Mode.EMBEDDED, parameters).stream()
                        .anyMatch(finding ->
                                finding.severity() == Finding.Severity.PROBLEM && MODE.equals(finding.parameter()));
    }

    private static Object anyValue(ParameterDescriptor parameter) {
        if (parameter.type().startsWith("list")) {
            return List.of(ANY);
        }
        return parameter.type().startsWith("map") ? Map.of(ANY, ANY) : ANY;
    }

    private static <P extends Record> boolean isEmbeddable(SutServiceType<P> type) {
        P defaults = ParameterBinder.bind(type.parametersType(), Map.of()).value();
        return defaults != null
                && ParameterBinder.sutNames(type.parametersType(), ParameterBinder.plain(defaults))
                        .isEmpty()
                && type.check(SutContext.Mode.EMBEDDED, defaults).stream()
                        .noneMatch(finding -> finding.severity() == Finding.Severity.PROBLEM);
    }
}
