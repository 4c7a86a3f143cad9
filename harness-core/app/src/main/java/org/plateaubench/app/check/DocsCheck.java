// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.CheckReport;
import org.plateaubench.testkit.CheckRule;

/** Checks whether the pages of a plugin name everything that a run file can name. Stateless; any thread. */
final class DocsCheck {
    private DocsCheck() {}

    static void check(LoadedPlugin plugin, List<Path> places, CheckReport report) throws IOException {
        StringBuilder pages = new StringBuilder();
        List<String> unreadable = new ArrayList<>();
        for (Path place : places) {
            for (Path page : pages(place)) {
                try {
                    pages.append(Files.readString(page)).append('\n');
                } catch (CharacterCodingException e) {
                    unreadable.add(page.getFileName() + " is not text in UTF-8.");
                }
            }
        }
        if (!unreadable.isEmpty()) {
            report.judge(CheckRule.DOCS, "plugin " + plugin.id(), unreadable, "");
            return;
        }
        if (pages.isEmpty()) {
            report.broken(CheckRule.DOCS, "plugin " + plugin.id(), "there is no page of documentation.");
            return;
        }
        String text = pages.toString();
        List<String> unnamed = new ArrayList<>();
        for (Workload<?> workload : plugin.workloads()) {
            unnamed.addAll(unnamed(text, "workload " + workload.name(), workload.parametersType()));
        }
        for (SutServiceType<?> service : plugin.sutServices()) {
            unnamed.addAll(unnamed(text, "SUT service " + service.name(), service.parametersType()));
        }
        report.judge(CheckRule.DOCS, "plugin " + plugin.id(), unnamed, "its pages name every parameter.");
    }

    private static List<String> unnamed(String text, String owner, Class<? extends Record> type) {
        List<String> names = ParameterBinder.descriptors(type).stream()
                .map(ParameterDescriptor::name)
                .filter(name -> !text.contains(name))
                .toList();
        return names.isEmpty()
                ? List.of()
                : List.of("its pages do not name " + String.join(", ", names) + " of " + owner + ".");
    }

    private static List<Path> pages(Path place) throws IOException {
        if (Files.isRegularFile(place)) {
            return List.of(place);
        }
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
