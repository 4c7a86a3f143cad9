// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.redis.client.RedisAccess;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.Target;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.scenario.ScenarioWorkload;
import org.plateaubench.spi.WorkloadContext;

/** Commands of a scenario to Redis. */
public final class CommandWorkload
        extends ScenarioWorkload<CommandWorkload.ScenarioParameters, CommandClient, CommandProtocol> {
    public CommandWorkload() {
        super(
                "scenario",
                "Sends the commands of a scenario to Redis and checks the replies.",
                ScenarioParameters.class,
                "steps",
                new CommandProtocol(List.of()));
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    protected Map<String, Object> tree(ScenarioParameters parameters) {
        return parameters.scenario();
    }

    @Override
    protected CommandProtocol protocol(ScenarioParameters parameters) {
        return new CommandProtocol(parameters.allowCommands());
    }

    @Override
    protected List<MeasureDefinition> measures(CommandProtocol protocol) {
        return CommandClient.measures();
    }

    @Override
    protected Clients<CommandClient> clients(WorkloadContext<ScenarioParameters> context, CommandProtocol protocol)
            throws IOException {
        RedisAddress place = RedisAddress.of(context.requiredSut());
        List<Target> targets = Targets.of(place, false);
        RedisAccess access =
                new RedisAccess(place, place.protocol(), context.parameters().connectTimeout());
        return user -> new CommandClient(targets.get(user.user() % targets.size()), access, user);
    }

    public record ScenarioParameters(
            @Parameter(description = "What users do: flows, steps and data.", defaultValue = "required")
            Map<String, Object> scenario,

            @Parameter(
                    description =
                            "Commands that are refused unless they are named here: those that remove whole data sets"
                                    + " or change the server, and scripts.",
                    defaultValue = "[]",
                    reach = Reach.SETTINGS)
            List<String> allowCommands,

            @Parameter(
                    description = "How long a connection may take to be ready.",
                    defaultValue = "5s",
                    min = 1,
                    max = 600_000)
            Duration connectTimeout) {

        public ScenarioParameters {
            allowCommands = List.copyOf(allowCommands);
        }
    }
}
