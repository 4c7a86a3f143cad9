// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.config.ConfigNode.Scalar;

/** Reads one workload. */
final class WorkloadReader {
    private final Section section;
    private final ReplayFiles files;
    private final ScalarReader scalars;

    private WorkloadReader(Section section, ReplayFiles files) {
        this.section = section;
        this.files = files;
        this.scalars = new ScalarReader(section.problems());
    }

    static WorkloadSpec read(String name, Section section, ReplayFiles files) {
        return new WorkloadReader(section, files).read(name);
    }

    private WorkloadSpec read(String name) {
        String plugin = scalars.text(section.need("plugin", "the plugin, or plugin/workload"), section.path("plugin"));
        String sut = scalars.text(section.take("sut"), section.path("sut"));
        DataPolicy data = scalars.choice(section.take("data"), section.path("data"), DataPolicy.class);
        ConfigNode load = section.need("load", "users, rate or schedule");
        LoadSpec loadSpec = load == null ? null : load(load);
        ConfigNode mix = section.take("mix");
        Mix mixSpec = mix == null ? null : MixReader.read(Section.of(section.path("mix"), mix, section.problems()));
        Map<String, @Nullable Object> parameters =
                section.takeSection("parameters").rest();
        Map<String, Duration> timeouts = timeouts(section.take("timeout"));
        Map<String, List<QosLimit>> limits = limits(section.takeSection("qos"));
        Execution execution = scalars.choice(section.take("execution"), section.path("execution"), Execution.class);
        section.end();
        return new WorkloadSpec(name, plugin, sut, data, loadSpec, mixSpec, parameters, timeouts, limits, execution);
    }

    private @Nullable LoadSpec load(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping)) {
            section.problems()
                    .add(
                            node.location(),
                            section.path("load"),
                            "must be a mapping with users, rate or schedule, found " + node.shown());
            return null;
        }
        return LoadReader.read(Section.of(section.path("load"), node, section.problems()), files);
    }

    /** One time for all operations, or a time by operation. */
    private Map<String, Duration> timeouts(@Nullable ConfigNode node) {
        Map<String, Duration> result = new LinkedHashMap<>();
        String path = section.path("timeout");
        if (node instanceof ConfigNode.Mapping) {
            Section byOperation = Section.of(path, node, section.problems());
            byOperation.all().forEach((operation, value) -> {
                Duration timeout = scalars.durationAboveZero(value, byOperation.path(operation));
                if (timeout != null) {
                    result.put(operation, timeout);
                }
            });
            return result;
        }
        Duration timeout = scalars.durationAboveZero(node, path);
        if (timeout != null) {
            result.put(WorkloadSpec.ALL, timeout);
        }
        return result;
    }

    private Map<String, List<QosLimit>> limits(Section qos) {
        Map<String, List<QosLimit>> result = new LinkedHashMap<>();
        qos.all().forEach((operation, node) -> {
            List<QosLimit> limits = new ArrayList<>();
            String path = qos.path(operation);
            switch (node) {
                case Scalar scalar -> addLimit(limits, path, scalar);
                case ConfigNode.Sequence list -> {
                    for (int i = 0; i < list.elements().size(); i++) {
                        addLimit(limits, path + "[" + i + "]", list.elements().get(i));
                    }
                }
                case ConfigNode.Mapping mapping ->
                    qos.problems().add(mapping.location(), path, "must be a list of limits, found " + mapping.shown());
            }
            result.put(operation, List.copyOf(limits));
        });
        return result;
    }

    private void addLimit(List<QosLimit> limits, String path, ConfigNode node) {
        String text = scalars.text(node, path);
        if (text == null) {
            return;
        }
        try {
            limits.add(QosLimit.parse(text));
        } catch (IllegalArgumentException e) {
            section.problems().add(node.location(), path, String.valueOf(e.getMessage()));
        }
    }
}
