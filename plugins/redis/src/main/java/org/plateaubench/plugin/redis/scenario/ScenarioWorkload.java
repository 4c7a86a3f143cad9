// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UsedFile;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.redis.routing.Targets;
import org.plateaubench.plugin.redis.service.JedisAccess;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.scenario.Scenario;
import org.plateaubench.scenario.ScenarioDriver;
import org.plateaubench.scenario.ScenarioKeys;
import org.plateaubench.scenario.ScenarioReader;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Commands of a scenario to Redis. */
public final class ScenarioWorkload implements Workload<ScenarioParameters> {
    private static final String SCENARIO = "scenario";

    @Override
    public String name() {
        return SCENARIO;
    }

    @Override
    public String description() {
        return "Sends the commands of a scenario to Redis and checks the replies.";
    }

    @Override
    public Class<ScenarioParameters> parametersType() {
        return ScenarioParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public List<Finding> check(ScenarioParameters parameters) {
        return scenario(parameters).problems();
    }

    private static Scenario<CommandClient> scenario(ScenarioParameters parameters) {
        return ScenarioReader.read(
                parameters.scenario(), SCENARIO, new CommandProtocol(new CommandRules(parameters.allowCommands())));
    }

    @Override
    public List<UsedFile> files(ScenarioParameters parameters) {
        return scenario(parameters).files();
    }

    @Override
    public List<Finding> checkFiles(ScenarioParameters parameters, Map<String, String> files) {
        return scenario(parameters).load(files);
    }

    @Override
    public Map<String, Object> schema(String parameter) {
        return ScenarioKeys.schema(new CommandProtocol(new CommandRules(List.of())));
    }

    @Override
    public WorkloadDefinition define(ScenarioParameters parameters) {
        Scenario<CommandClient> scenario = scenario(parameters);
        return WorkloadDefinition.builder()
                .operations(scenario.operations())
                .units(scenario.units())
                .mix(scenario.mix())
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ofSeconds(1))))
                .metric(new MetricDefinition("stepsPerSecond", "steps/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(CommandClient.measures())
                .checks(scenario.checks())
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<ScenarioParameters> context) throws IOException {
        ScenarioParameters parameters = context.parameters();
        Scenario<CommandClient> scenario = scenario(parameters);
        Scenario.requireNone(scenario.load(context.files()));
        RedisAddress place = RedisAddress.of(context.requiredSut());
        Targets targets = Targets.of(place, false);
        JedisAccess access = new JedisAccess(place, place.protocol(), parameters.connectTimeout());
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                CommandClient client = new CommandClient(targets.ofUser(user.user()), access, user);
                return new ScenarioDriver<>(scenario, client, user, context);
            }
        };
    }
}
