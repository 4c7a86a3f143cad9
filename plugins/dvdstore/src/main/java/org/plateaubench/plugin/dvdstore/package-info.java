// SPDX-License-Identifier: Apache-2.0
/** An online DVD shop on a relational database. */
@NullMarked
package org.plateaubench.plugin.dvdstore;

import org.jspecify.annotations.NullMarked;
