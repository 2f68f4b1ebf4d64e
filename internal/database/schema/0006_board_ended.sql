-- ended counts the reviews of a scene that have ended, made those that its board has.
ALTER TABLE scene_board RENAME COLUMN owed TO ended;
