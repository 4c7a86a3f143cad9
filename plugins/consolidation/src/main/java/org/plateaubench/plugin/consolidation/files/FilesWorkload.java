// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.consolidation.application.Changes;
import org.plateaubench.plugin.consolidation.files.FilesDriver.Operation;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Users of a file server, on a local or mounted file system. */
public final class FilesWorkload implements Workload<FilesParameters> {
    private static final List<Changes.Kind> CHANGES = List.of(
            new Changes.Kind(FilesDriver.CREATED, "files", "Files created."),
            new Changes.Kind(FilesDriver.DELETED, "files", "Files deleted."),
            new Changes.Kind(FilesDriver.ADDED, "blocks", "Blocks of 4 KiB created or appended."),
            new Changes.Kind(FilesDriver.REMOVED, "blocks", "Blocks of deleted files."),
            new Changes.Kind(FilesDriver.OVERWRITTEN, "blocks", "Blocks overwritten."),
            new Changes.Kind(FilesDriver.UNDONE, "blocks", "Times that blocks of deleted files were overwritten."));

    @Override
    public String name() {
        return "files";
    }

    @Override
    public String description() {
        return "Users read and write files of a local or mounted file system; comparable with nothing else.";
    }

    @Override
    public Class<FilesParameters> parametersType() {
        return FilesParameters.class;
    }

    @Override
    public List<Finding> check(FilesParameters parameters) {
        return List.of(Finding.note("The figures of this workload are comparable with nothing else."));
    }

    @Override
    public WorkloadDefinition define(FilesParameters parameters) {
        Map<String, Double> weights = new TreeMap<>();
        List<OperationDefinition> operations = new ArrayList<>();
        for (Operation each : Operation.values()) {
            weights.put(each.title, each.weight);
            operations.add(each.definition());
        }
        List<MeasureDefinition> measures = new ArrayList<>(Changes.measures(CHANGES));
        measures.add(MeasureDefinition.counter(FilesDriver.READ, "blocks", "Blocks of 4 KiB that were read."));
        return WorkloadDefinition.builder()
                .operations(operations)
                .mix(new Mix.Flat(weights))
                .pacing(Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100))))
                .metric(new MetricDefinition("operationsPerSecond", "operations/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(measures)
                // A thread that waits for a file system does not release its carrier.
                .executions(Execution.PLATFORM)
                .build();
    }

    private static Tree tree(WorkloadContext<FilesParameters> context) {
        return new Tree(context.parameters().place().resolve("plateau-files-" + context.tile() + "-" + context.name()));
    }

    @Override
    public WorkloadSession open(WorkloadContext<FilesParameters> context) {
        Tree tree = tree(context);
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new FilesDriver(context.parameters(), tree, user);
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<FilesParameters> context) {
        return new FilesDataSet(context, tree(context));
    }
}
