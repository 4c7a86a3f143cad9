// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.RunResult;

/** Adds a page to the project's site that lists the runs, with their limits and their whole reports. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.PRE_SITE, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets what is annotated.
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
            Files.writeString(page, SitePage.of(runs));
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

    /** The page of a site that shows runs, as XDOC, which the site plugin renders in the site's own style. */
    private static final class SitePage {
        private final StringBuilder text = new StringBuilder();

        private SitePage() {}

        static String of(List<CarriedOutRuns.Named> runs) {
            SitePage page = new SitePage();
            page.text.append("""
                    <?xml version="1.0" encoding="UTF-8"?>
                    <document xmlns="http://maven.apache.org/XDOC/2.0">
                      <properties><title>Load runs</title></properties>
                      <body>
                    """);
            runs.forEach(run -> page.run(run.name(), run.result()));
            return page.text.append("  </body>\n</document>\n").toString();
        }

        private void run(String name, RunResult result) {
            text.append("    <section name=\"").append(clean(name)).append("\">\n");
            paragraph(result.conclusion());
            text.append("      <p>Run ")
                    .append(clean(result.id()))
                    .append(", class ")
                    .append(clean(result.runClass()))
                    .append(". <a href=\"plateau/")
                    .append(clean(name))
                    .append(".html\">The whole report</a></p>\n");
            result.reasons().stream().map(RunResult.Reason::message).forEach(this::paragraph);
            result.workloads()
                    .forEach(workload -> paragraph(workload.tile() + "/" + workload.name() + ": "
                            + (Double.isNaN(workload.metric())
                                    ? "-"
                                    : String.format(Locale.ROOT, "%.3g", workload.metric()))
                            + " " + workload.metricUnit()));
            text.append("    </section>\n");
        }

        private void paragraph(String sentence) {
            text.append("      <p>").append(clean(sentence)).append("</p>\n");
        }

        private static String clean(String content) {
            return content.replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .replace("\"", "&quot;");
        }
    }
}
