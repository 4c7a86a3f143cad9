// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.plugin.web.WebParameters.PageParameters;
import org.plateaubench.plugin.web.WebParameters.TokenParameters;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.UnscheduledUser;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Users of web servers in tests, and their parameters. */
final class WebUser {
    private WebUser() {}

    static UnscheduledUser of(WebParameters parameters, Map<String, String> files) throws Exception {
        WebWorkload workload = new WebWorkload();
        if (!workload.check(parameters).isEmpty()) {
            throw new IllegalArgumentException(workload.check(parameters).toString());
        }
        return UnscheduledUser.of(
                workload, new WorkloadContext<>(1, "web", parameters, null, 1, 7, files, WorkloadContext.Run.NONE));
    }

    /** Parameters with a scenario and the defaults of everything else. */
    static WebParameters parameters(String url, String scenario) {
        return new WebParameters(
                url,
                List.of(),
                tree(scenario),
                HttpSettings.Protocol.HTTP1,
                Map.of("X-Test", "all"),
                "",
                "",
                "",
                true,
                100_000,
                false,
                "",
                ClientCertificate.NONE,
                PageParameters.NONE,
                TokenParameters.NONE);
    }

    /** The same parameters with other values for some, by name. */
    static WebParameters with(WebParameters parameters, Map<String, Object> others) {
        try {
            RecordComponent[] components = WebParameters.class.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                Object value = others.get(components[i].getName());
                values[i] = value == null ? components[i].getAccessor().invoke(parameters) : value;
            }
            return WebParameters.class.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Map<String, Object> tree(String yaml) {
        Map<String, Object> tree = new LinkedHashMap<>();
        ((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(yaml))
                .forEach((key, value) -> tree.put(String.valueOf(key), value));
        return tree;
    }
}
