// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.plugin.redis.client.Targets;
import org.plateaubench.plugin.redis.service.JedisAccess;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.scenario.ScenarioWorkload;
import org.plateaubench.spi.WorkloadContext;

/** Commands of a scenario to Redis. */
public final class CommandWorkload extends ScenarioWorkload<ScenarioParameters, CommandClient, CommandProtocol> {
    /** Creates the workload. */
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
        Targets targets = Targets.of(place, false);
        JedisAccess access =
                new JedisAccess(place, place.protocol(), context.parameters().connectTimeout());
        return user -> new CommandClient(targets.ofUser(user.user()), access, user);
    }
}
