// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.spi.SutService;

/** The keys of a SUT in a run file. */
record Given(Map<String, Object> keys) {
    static Given embedded() {
        return new Given(Map.of());
    }

    static Given external(String... address) {
        return embedded().with("address", List.of(address));
    }

    Given with(String key, Object value) {
        Map<String, Object> more = new HashMap<>(keys);
        more.put(key, value);
        return new Given(more);
    }

    RedisServiceParameters parameters() {
        return ParameterBinder.bind(RedisServiceParameters.class, keys).required();
    }

    /** The embedded SUT {@code cache} with these parameters. */
    static SutService service(RedisServiceParameters parameters, Path folder) {
        return service(Mode.EMBEDDED, parameters, folder);
    }

    /** The SUT {@code cache} with these parameters. */
    static SutService service(Mode mode, RedisServiceParameters parameters, Path folder) {
        return new RedisServiceType().create(new SutContext<>("cache", mode, parameters, folder));
    }
}
