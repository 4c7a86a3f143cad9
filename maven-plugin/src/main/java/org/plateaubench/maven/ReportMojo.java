// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.RunResult;

/** Adds a page to the project's site that lists the runs, with their limits and their complete reports. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.PRE_SITE, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields.
public final class ReportMojo extends PlateauMojo {
    /** Folder from which the site plugin takes generated pages. */
    @Parameter(defaultValue = "${project.build.directory}/generated-site")
    private File siteFolder;

    @Override
    void perform() throws LaunchFailure {
        List<CarriedOutRuns.Named> runs = new CarriedOutRuns(outputFolder()).all();
        Path page = siteFolder.toPath().resolve("xdoc/plateau.xml");
        Path reports = siteFolder.toPath().resolve("resources/plateau");
        try {
            Files.createDirectories(page.getParent());
            Files.createDirectories(reports);
            Files.writeString(page, page(runs));
            for (CarriedOutRuns.Named run : runs) {
                Files.copy(
                        run.result().folder().resolve("report.html"),
                        reports.resolve(run.name() + ".html"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            getLog().info("The page of runs is " + page + "; in the site it is plateau.html.");
        } catch (IOException e) {
            throw new LaunchFailure(
                    "The page of runs cannot be written below " + siteFolder + ": " + e.getMessage(), e);
        }
    }

    /** The page as XDOC, which the site plugin renders in the site's own style. */
    private static String page(List<CarriedOutRuns.Named> runs) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <document xmlns="http://maven.apache.org/XDOC/2.0">
                  <properties><title>Load runs</title></properties>
                  <body>
                """ + runs.stream().map(ReportMojo::section).collect(Collectors.joining()) + "  </body>\n</document>\n";
    }

    private static String section(CarriedOutRuns.Named run) {
        RunResult result = run.result();
        StringBuilder text = new StringBuilder("    <section name=\"" + clean(run.name()) + "\">\n");
        text.append(paragraph(clean(result.conclusion())));
        text.append(paragraph("Run " + clean(result.id()) + ", class " + clean(result.runClass())
                + ". <a href=\"plateau/" + clean(run.name()) + ".html\">The complete report</a>"));
        result.reasons().forEach(reason -> text.append(paragraph(clean(reason.message()))));
        for (RunResult.WorkloadResult workload : result.workloads()) {
            String metric =
                    Double.isNaN(workload.metric()) ? "-" : String.format(Locale.ROOT, "%.3g", workload.metric());
            text.append(paragraph(
                    clean(workload.tile() + "/" + workload.name() + ": " + metric + " " + workload.metricUnit())));
        }
        return text.append("    </section>\n").toString();
    }

    private static String paragraph(String markup) {
        return "      <p>" + markup + "</p>\n";
    }

    private static String clean(String content) {
        return content.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
