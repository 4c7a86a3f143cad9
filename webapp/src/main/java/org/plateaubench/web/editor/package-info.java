// SPDX-License-Identifier: Apache-2.0
/** Run files: list, read and write them, and what helps to edit them. */
@NullMarked
package org.plateaubench.web.editor;

import org.jspecify.annotations.NullMarked;
