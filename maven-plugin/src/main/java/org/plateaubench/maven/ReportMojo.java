// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.plateaubench.launch.LaunchFailure;

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
}
