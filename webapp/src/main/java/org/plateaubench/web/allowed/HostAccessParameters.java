// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.allowed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Reach;
import org.plateaubench.app.plugin.ParameterDescription;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.ServiceDescription;
import org.plateaubench.app.plugin.WorkloadDescription;

/** The parameters of the installed plugins that give access to the host. Any thread. */
final class HostAccessParameters {
    private final PluginDescriptions plugins;

    HostAccessParameters(PluginDescriptions plugins) {
        this.plugins = plugins;
    }

    /**
     * One such parameter.
     *
     * @param owner SUT service, or workload as {@code plugin/workload}
     * @param parameter its name
     * @param reach the part of the host to which it gives access
     * @param mapping whether it has named settings, each of which is allowed separately
     * @param description one sentence
     */
    record Marked(String owner, String parameter, String reach, boolean mapping, String description) {}

    /** Returns all such parameters. */
    List<Marked> all() {
        List<Marked> result = new ArrayList<>();
        parametersByOwner().forEach((owner, parameters) -> add(result, owner, parameters));
        return result;
    }

    /** Whether there is a parameter with this name, with any access. */
    boolean has(String owner, String parameter) {
        return parametersByOwner().getOrDefault(owner, List.of()).stream()
                .anyMatch(one -> one.name().equals(parameter));
    }

    private Map<String, List<ParameterDescription>> parametersByOwner() {
        Map<String, List<ParameterDescription>> result = new LinkedHashMap<>();
        for (PluginDescription plugin : plugins.all()) {
            for (ServiceDescription service : plugin.services()) {
                result.put(service.name(), service.parameters());
            }
            for (WorkloadDescription workload : plugin.workloads()) {
                result.put(plugin.id() + "/" + workload.name(), workload.parameters());
            }
        }
        return result;
    }

    /** Returns the names of all SUT services. */
    List<String> services() {
        return plugins.all().stream()
                .flatMap(plugin -> plugin.services().stream())
                .map(ServiceDescription::name)
                .sorted()
                .toList();
    }

    /** Returns the parameter of a name; for a mapping, the name of the setting follows that of the parameter. */
    Optional<Marked> find(String owner, String parameter) {
        return all().stream()
                .filter(one -> one.owner().equals(owner)
                        && (one.mapping()
                                ? parameter.startsWith(one.parameter() + ".")
                                        && parameter.length() > one.parameter().length() + 1
                                : parameter.equals(one.parameter())))
                .findFirst();
    }

    private static void add(List<Marked> all, String owner, List<ParameterDescription> parameters) {
        for (ParameterDescription parameter : parameters) {
            if (parameter.reach() != Reach.FREE) {
                all.add(new Marked(
                        owner,
                        parameter.name(),
                        parameter.reach().word(),
                        parameter.type().startsWith("mapping"),
                        parameter.description()));
            }
        }
    }
}
