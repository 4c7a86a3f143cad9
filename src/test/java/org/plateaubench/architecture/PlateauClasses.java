// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The production classes of every module, read once. */
final class PlateauClasses {

    static final String BASE = "org.plateaubench";

    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(BASE);

    private PlateauClasses() {}
}
