// SPDX-License-Identifier: Apache-2.0
/** Files that are appended to, replaced atomically, or read within a bound, and lines of files that still grow. */
@NullMarked
package org.plateaubench.engine.store.file;

import org.jspecify.annotations.NullMarked;
