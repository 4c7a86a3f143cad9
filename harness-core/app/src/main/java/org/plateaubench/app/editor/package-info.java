// SPDX-License-Identifier: Apache-2.0
/** Helps a person to write a run file: its problems, a form that is a view of its text, proposals, starters. */
@NullMarked
package org.plateaubench.app.editor;

import org.jspecify.annotations.NullMarked;
