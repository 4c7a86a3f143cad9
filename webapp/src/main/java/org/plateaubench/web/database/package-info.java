// SPDX-License-Identifier: Apache-2.0
/** The console's database: embedded by default, PostgreSQL by option; migrations. */
@NullMarked
package org.plateaubench.web.database;

import org.jspecify.annotations.NullMarked;
