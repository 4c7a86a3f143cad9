// SPDX-License-Identifier: Apache-2.0
/** Run files: listing, reading and writing them, and support for editing. */
@NullMarked
package org.plateaubench.web.editor;

import org.jspecify.annotations.NullMarked;
