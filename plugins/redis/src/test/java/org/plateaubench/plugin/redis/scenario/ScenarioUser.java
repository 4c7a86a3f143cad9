// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.scenario.CommandWorkload.ScenarioParameters;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.UnscheduledUser;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Users of scenarios in tests, and their parameters. */
final class ScenarioUser {
    private ScenarioUser() {}

    static UnscheduledUser of(RedisAddress address, String scenario, String... allowed) throws Exception {
        return UnscheduledUser.of(
                new CommandWorkload(),
                new WorkloadContext<>(1, "cache", parameters(scenario, allowed), address.toSutAddress("cache"), 1, 7));
    }

    static ScenarioParameters parameters(String scenario, String... allowed) {
        Map<String, Object> tree = new LinkedHashMap<>();
        ((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(scenario))
                .forEach((key, value) -> tree.put(String.valueOf(key), value));
        return new ScenarioParameters(tree, List.of(allowed), Duration.ofSeconds(3));
    }
}
