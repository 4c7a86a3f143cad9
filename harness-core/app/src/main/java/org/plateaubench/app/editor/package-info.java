// SPDX-License-Identifier: Apache-2.0
/** Supports the writing of run files: problems, a form that is a view of the text, proposals, and starter files. */
@NullMarked
package org.plateaubench.app.editor;

import org.jspecify.annotations.NullMarked;
