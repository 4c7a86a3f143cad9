// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;

/** The rules that a plugin must satisfy before a run file can name it. */
final class PluginCheck {
    private PluginCheck() {}

    /** The problems of a plugin; a method that fails is a problem too. */
    static List<PluginProblem> problems(
            LoadedPlugin plugin, List<LoadedPlugin> others, Map<String, String> ownerOfService) {
        try {
            return PluginCall.ask("Examining it", plugin.origin(), () -> found(plugin, others, ownerOfService));
        } catch (PluginCall.Failure e) {
            return List.of(new PluginProblem(ShownText.of(plugin.id()), e.sentence()));
        }
    }

    private static List<PluginProblem> found(
            LoadedPlugin plugin, List<LoadedPlugin> others, Map<String, String> ownerOfService) {
        List<String> messages = new ArrayList<>();
        if (!Names.isValid(plugin.id())) {
            messages.add("the id must start with a small letter and hold only letters, digits and hyphens");
        }
        others.stream()
                .filter(other -> other.id().equals(plugin.id()))
                .findFirst()
                .ifPresent(other -> messages.add(twice(plugin, other)));
        Set<String> own = new HashSet<>();
        for (Workload<?> workload : plugin.workloads()) {
            checkName("workload", workload.name(), own, messages);
            checkParameters("workload " + workload.name(), workload.parametersType(), messages);
        }
        own.clear();
        for (SutServiceType<?> service : plugin.sutServices()) {
            checkName("SUT service", service.name(), own, messages);
            checkParameters("SUT service " + service.name(), service.parametersType(), messages);
            String owner = ownerOfService.get(service.name());
            if (owner != null) {
                messages.add("SUT service " + service.name() + " is also one of plugin " + owner);
            }
        }
        return messages.stream()
                .map(message -> new PluginProblem(plugin.id(), message))
                .toList();
    }

    private static String twice(LoadedPlugin plugin, LoadedPlugin other) {
        return plugin.folder().isEmpty() || other.folder().isEmpty()
                ? "there is another plugin of this id"
                : "there are two plugins of this id: " + other.folder().get() + " is used, "
                        + plugin.folder().get() + " is not; remove one of them";
    }

    private static void checkName(String kind, @Nullable String name, Set<String> own, List<String> messages) {
        if (name == null) {
            messages.add("a " + kind + " has no name");
            return;
        }
        if (!Names.isValid(name)) {
            messages.add(kind + " name '" + ShownText.of(name)
                    + "' must start with a small letter and hold only letters, digits and hyphens");
        }
        if (!own.add(name)) {
            messages.add(kind + " " + name + " occurs twice");
        }
    }

    private static void checkParameters(String owner, Class<? extends Record> type, List<String> messages) {
        try {
            ParameterBinder.descriptors(type);
        } catch (IllegalArgumentException e) {
            messages.add(owner + ": " + e.getMessage());
        }
    }
}
