// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.plateaubench.architecture.PlateauClasses.ALL;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calls that no class may make, or only the one package that is responsible for them. */
final class ForbiddenCallsTest {

    private static final String CLI = "org.plateaubench.cli..";
    private static final String CLOCK = "org.plateaubench.measure.clock..";
    private static final String PLUGINS = "org.plateaubench.plugin..";
    private static final String LIFELINE = "org.plateaubench.process.Lifeline";

    private static final List<String> MEANINGLESS_SUFFIXES = List.of("Manager", "Helper", "Util", "Utils", "Impl", "2");

    @Test
    void onlyCommandLineEndsJvm() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CLI)
                // It ends the JVM of a SUT when the harness has ended, and runs in no other JVM.
                .and()
                .doNotHaveFullyQualifiedName(LIFELINE)
                .should()
                .accessTargetWhere(member(System.class, "exit"))
                .orShould()
                .accessTargetWhere(member(Runtime.class, "exit", "halt"))
                .check(ALL);
    }

    @Test
    void onlyCommandLinePrints() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CLI)
                .should()
                .accessTargetWhere(member(System.class, "out", "err"))
                .check(ALL);
    }

    @Test
    void stackTracesAreNotPrinted() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CLI)
                .should()
                .callMethod(Throwable.class, "printStackTrace")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace", PrintStream.class)
                .check(ALL);
    }

    @Test
    void onlyClockReadsTime() {
        noClasses()
                .that()
                .resideOutsideOfPackages(CLOCK, PLUGINS)
                .should()
                .accessTargetWhere(member(System.class, "nanoTime", "currentTimeMillis"))
                .orShould()
                .accessTargetWhere(member(Instant.class, "now"))
                .orShould()
                .accessTargetWhere(member(Clock.class, "system", "systemUTC", "systemDefaultZone"))
                .orShould()
                .accessTargetWhere(member(Clock.class, "tick", "tickMillis", "tickSeconds", "tickMinutes"))
                .orShould()
                .accessTargetWhere(member(ZonedDateTime.class, "now"))
                .orShould()
                .accessTargetWhere(member(OffsetDateTime.class, "now"))
                .orShould()
                .accessTargetWhere(member(LocalDateTime.class, "now"))
                .check(ALL);
    }

    @Test
    void javaSerialisationIsNotUsed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectOutputStream")
                .check(ALL);
    }

    /**
     * The exceptions are the class that finds the caller of {@code System.exit} in the JDK's log, and implementations
     * of foreign interfaces: a JDBC data source and the logger of Faban drivers.
     */
    @Test
    void javaUtilLoggingIsNotUsed() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(PluginExit|StorePool|FabanDriver)(\\$\\w+)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.logging..")
                .check(ALL);
    }

    @Test
    void classNamesHaveNoMeaninglessSuffixes() {
        for (String suffix : MEANINGLESS_SUFFIXES) {
            noClasses().should().haveSimpleNameEndingWith(suffix).check(ALL);
        }
    }

    private static DescribedPredicate<JavaAccess<?>> member(Class<?> owner, String... names) {
        Set<String> wanted = Set.copyOf(Arrays.asList(names));
        return DescribedPredicate.describe(
                owner.getSimpleName() + "." + String.join("|", names),
                access -> access.getTargetOwner().isAssignableTo(owner)
                        && wanted.contains(access.getTarget().getName()));
    }
}
