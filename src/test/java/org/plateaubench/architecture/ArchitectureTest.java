// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.architecture.PlateauClasses.ALL;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.command.LaunchedPlateau;

/** Which package may import which, and which library may be used where. */
final class ArchitectureTest {

    /** Least number of classes, raised as the code grows; a scan that finds fewer has missed a module. */
    private static final int MIN_CLASSES = 900;

    private static final String PLATEAU = "org.plateaubench..";
    private static final String CONSOLE = "org.plateaubench.web..";
    private static final String[] JSON_AND_YAML = {
        // Its annotations are allowed: records use them to map their components to documents.
        "tools.jackson..",
        "com.fasterxml.jackson.core..",
        "com.fasterxml.jackson.databind..",
        "org.snakeyaml..",
        "org.yaml.."
    };

    /** The modules with which plugins are compiled and tested. */
    private static final String[] FOR_PARTNERS = {
        "org.plateaubench.api..",
        "org.plateaubench.spi..",
        "org.plateaubench.http..",
        "org.plateaubench.process..",
        "org.plateaubench.testkit..",
        "org.plateaubench.measure..",
        "org.plateaubench.drive.."
    };

    /** Packed into the plugins that use it, and not used by the harness. */
    private static final String DATABASE_CHECK = "org.plateaubench.process.database..";

    private static final String API = "org.apiguardian.api.API";

    @Test
    void scanFindsAllClasses() {
        assertThat(ALL.size()).isGreaterThanOrEqualTo(MIN_CLASSES);
    }

    @Test
    void everyPackageIsInImportTable() {
        String[] rows = ImportTable.rows().map(ImportTable::pattern).toArray(String[]::new);
        classes().should().resideInAnyPackage(rows).check(ALL);
    }

    @ParameterizedTest
    @MethodSource("org.plateaubench.architecture.ImportTable#rows")
    void packagesImportOnlyWhatTableAllows(ImportTable row) {
        noClasses()
                .that()
                .resideInAPackage(row.pattern())
                .should()
                .dependOnClassesThat(resideInAPackage(PLATEAU).and(not(resideInAnyPackage(row.allowedPatterns()))))
                .allowEmptyShould(true)
                .check(ALL);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.plateaubench.(**)").should().beFreeOfCycles().check(ALL);
    }

    @Test
    void onlyDriveInterfacesAreUsedOutsideDrivePackage() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.plateaubench.drive..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.plateaubench.drive..")
                        .and(not(resideInAnyPackage("org.plateaubench.drive", "org.plateaubench.drive.spec"))))
                .check(ALL);
    }

    @Test
    void apiDependsOnlyOnItsAnnotations() {
        classes()
                .that()
                .resideInAnyPackage("org.plateaubench.api..", "org.plateaubench.spi..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.plateaubench.api..",
                        "org.plateaubench.spi..",
                        "java..",
                        "org.jspecify.annotations..",
                        "org.apiguardian.api..")
                .check(ALL);
    }

    @Test
    void onlyListedPackagesUseJsonAndYaml() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "org.plateaubench.engine.config..",
                        "org.plateaubench.engine.document..",
                        "org.plateaubench.wire..",
                        // The messages by which a controller and an agent prepare a run, in the JSON format of wire.
                        "org.plateaubench.rig..",
                        // It reads results in JVMs without the engine.
                        "org.plateaubench.launch..",
                        // Recordings and descriptions of web sites are foreign documents of many shapes.
                        "org.plateaubench.app.scenario..",
                        // The answers from which scenarios extract values are JSON.
                        "org.plateaubench.scenario..",
                        // Its requests and responses are JSON.
                        CONSOLE,
                        "org.plateaubench.plugin..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JSON_AND_YAML)
                .check(ALL);
    }

    @Test
    void consoleUsesYamlOnlyForOpenApiDocument() {
        noClasses()
                .that()
                .resideInAPackage(CONSOLE)
                .and()
                .doNotHaveFullyQualifiedName("org.plateaubench.web.http.OpenApi")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.snakeyaml..", "org.yaml..")
                .check(ALL);
    }

    @Test
    void onlyHttpPackageOfConsoleUsesJetty() {
        noClasses()
                .that()
                .resideInAPackage(CONSOLE)
                .and()
                .resideOutsideOfPackage("org.plateaubench.web.http..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jetty..")
                .check(ALL);
    }

    @Test
    void harnessDependsOnNoDatabaseDriver() {
        noClasses()
                .that(not(resideInAnyPackage("org.plateaubench.plugin..", "org.plateaubench.olio..", DATABASE_CHECK))
                        .as("the harness"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.h2..", DATABASE_CHECK)
                .check(ALL);
    }

    @Test
    void everyPublicPackageHasApiStatus() {
        assertThat(FOR_PARTNERS)
                .allSatisfy(pattern -> assertThat(ALL.that(resideInAPackage(pattern)))
                        .isNotEmpty()
                        .map(JavaClass::getPackage)
                        .allSatisfy(owner -> assertThat(owner.isAnnotatedWith(API))
                                .as(owner.getName())
                                .isTrue()));
    }

    @Test
    void everyPackageIsNamedInArchitectureDocument() throws IOException {
        String page = Files.readString(LaunchedPlateau.home().resolve("ARCHITECTURE.md"));
        assertThat(ALL)
                .extracting(JavaClass::getPackageName)
                .map(name -> name.substring(PlateauClasses.BASE.length() + 1))
                .allSatisfy(name -> assertThat(name).matches(owner -> isNamed(page, owner)));
    }

    /** A package is listed by its full name, or by the rest of its name in the row of a parent package. */
    private static boolean isNamed(String page, String name) {
        if (page.contains("`" + name + "`")) {
            return true;
        }
        for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
            String owner = "| `" + name.substring(0, dot) + "` |";
            String rest = "`" + name.substring(dot + 1) + "`";
            if (page.lines().anyMatch(row -> row.contains(owner) && row.contains(rest))) {
                return true;
            }
        }
        return false;
    }
}
