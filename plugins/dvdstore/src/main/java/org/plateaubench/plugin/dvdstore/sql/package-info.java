// SPDX-License-Identifier: Apache-2.0
/** The store in a database: connections, dialects and the statements of each operation. */
@NullMarked
package org.plateaubench.plugin.dvdstore.sql;

import org.jspecify.annotations.NullMarked;
